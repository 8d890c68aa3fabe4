import { EntitySchema } from 'typeorm';

/** The animal as the peers with TypeORM map it. */
export const PetEntity = new EntitySchema({
  name: 'pet',
  tableName: 'pets',
  columns: {
    id: { type: 'bigint', primary: true, generated: 'increment' },
    name: { type: 'varchar' },
    categoryId: { type: 'bigint', name: 'category_id' },
    status: { type: 'varchar' },
  },
});

/** TypeORM gives 64-bit integers as text. */
export function petOf({ id, name, categoryId, status }) {
  return { id: Number(id), name, categoryId: Number(categoryId), status };
}
