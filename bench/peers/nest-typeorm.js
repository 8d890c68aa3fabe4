import 'reflect-metadata';
import { createHash } from 'node:crypto';
import process from 'node:process';
import {
  Body,
  Controller,
  Get,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  Query,
  UnauthorizedException,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { getRepositoryToken, TypeOrmModule } from '@nestjs/typeorm';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Length, Max, Min } from 'class-validator';
import { MoreThan } from 'typeorm';
import { PetEntity, petOf } from '../lib/pet-entity.js';

/* NestJS with Express and TypeORM repositories, guard, pipe and DTOs, as its manual shows it; decorators are applied by
   hand, since this is plain JavaScript. */

const keys = new Set([createHash('sha256').update(process.env.API_KEY).digest('hex')]);
const STATUSES = ['available', 'pending', 'sold'];

function decorate(target, member, ...decorators) {
  for (const each of decorators)
    each(target.prototype, member, Object.getOwnPropertyDescriptor(target.prototype, member));
}

class PageQuery {
  limit = 20;
  after = 0;
  status;
}
decorate(
  PageQuery,
  'limit',
  IsOptional(),
  Type(() => Number),
  IsInt(),
  Min(1),
  Max(100),
);
decorate(
  PageQuery,
  'after',
  IsOptional(),
  Type(() => Number),
  IsInt(),
);
decorate(PageQuery, 'status', IsOptional(), IsIn(STATUSES));

class NewPet {
  name;
  categoryId;
  status = 'available';
}
decorate(NewPet, 'name', Length(1, 255));
decorate(NewPet, 'categoryId', IsInt());
decorate(NewPet, 'status', IsIn(STATUSES));

class KeyGuard {
  canActivate(context) {
    const [scheme, key] = (context.switchToHttp().getRequest().headers.authorization ?? '').split(' ');
    if (scheme === 'Bearer' && keys.has(createHash('sha256').update(String(key)).digest('hex'))) return true;
    throw new UnauthorizedException();
  }
}

class PetsController {
  constructor(pets) {
    this.pets = pets;
  }

  async list({ limit, after, status }) {
    const where = { ...(status && { status }), id: MoreThan(after) };
    return (await this.pets.find({ where, order: { id: 'ASC' }, take: limit })).map(petOf);
  }

  async find(id) {
    const found = await this.pets.findOneBy({ id });
    if (found === null) throw new NotFoundException();
    return petOf(found);
  }

  async add(pet) {
    return petOf(await this.pets.save({ ...pet }));
  }
}
Reflect.defineMetadata('self:paramtypes', [{ index: 0, param: getRepositoryToken(PetEntity) }], PetsController);
Reflect.defineMetadata('design:paramtypes', [Object], PetsController);
Controller('v1/pets')(PetsController);
UseGuards(KeyGuard)(PetsController);
decorate(PetsController, 'list', Get());
Query()(PetsController.prototype, 'list', 0);
Reflect.defineMetadata('design:paramtypes', [PageQuery], PetsController.prototype, 'list');
decorate(PetsController, 'find', Get(':id'));
Param('id', ParseIntPipe)(PetsController.prototype, 'find', 0);
decorate(PetsController, 'add', Post());
Body()(PetsController.prototype, 'add', 0);
Reflect.defineMetadata('design:paramtypes', [NewPet], PetsController.prototype, 'add');

class AppModule {}
Module({
  imports: [
    TypeOrmModule.forRoot({ type: 'mysql', url: process.env.STORE, poolSize: 10, entities: [PetEntity] }),
    TypeOrmModule.forFeature([PetEntity]),
  ],
  controllers: [PetsController],
})(AppModule);

const app = await NestFactory.create(AppModule, { logger: false });
app.useGlobalPipes(new ValidationPipe({ transform: true }));
await app.listen(Number(process.env.PORT), '127.0.0.1');
