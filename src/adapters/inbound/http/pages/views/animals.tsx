import { FilterLink } from './filter.js';
import { Layout } from './layout.js';
import { Notice } from './notice.js';
import type { PageProps } from './page.js';
import { statusLabel } from './status.js';
import { Cell, Row, Table } from './table.js';
import { PET_STATUSES, type Pet, type PetStatus } from '../../../../../domain/pet.js';

interface AnimalsProps extends PageProps {
  /** The newest animal comes first. */
  readonly pets: readonly Pet[];
  /** The list has only animals with this status; `undefined` means every status. */
  readonly status: PetStatus | undefined;
  /** The link to newer animals shows those after this number. The value is `undefined` on the first page. */
  readonly newer: bigint | undefined;
  /** The link to older animals shows those from this number on. The value is `undefined` on the last page. */
  readonly older: bigint | undefined;
  /** The number of the animal that a form has just added, if any. */
  readonly added: bigint | undefined;
}

/** Lists the animals, with a filter by status and links to the newer and older ones. */
export function AnimalsPage({ page, pets, status, newer, older, added }: AnimalsProps) {
  const { url } = page;
  return (
    <Layout page={page} title="Animals">
      <Notice page={page} />
      <div class="heading">
        <h1>Animals</h1>
        <a class="button" href={url('/animals/new')}>
          Add animal
        </a>
      </div>
      <nav class="filter" aria-label="Filter animals by status">
        <FilterLink href={url('/animals')} label="All" isCurrent={status === undefined} />
        {PET_STATUSES.map((each) => (
          <FilterLink href={url(`/animals?status=${each}`)} label={statusLabel(each)} isCurrent={each === status} />
        ))}
      </nav>
      {pets.length === 0 && newer === undefined ? (
        <NoAnimals page={page} status={status} />
      ) : (
        <>
          <p class="hint">The newest animals come first. The number of an animal is its id in the API.</p>
          {pets.length === 0 ? (
            <p class="empty">No animal in this list has this number or a lower one.</p>
          ) : (
            <AnimalTable pets={pets} added={added} />
          )}
        </>
      )}
      {(newer !== undefined || older !== undefined) && (
        <Pager page={page} status={status} newer={newer} older={older} />
      )}
    </Layout>
  );
}

function NoAnimals({ page: { url }, status }: Pick<AnimalsProps, 'page' | 'status'>) {
  if (status !== undefined) return <p class="empty">No animal is {status}.</p>;
  return (
    <p class="empty">
      There are no animals yet. <a href={url('/animals/new')}>Add the first one</a>, or add animals with the{' '}
      <a href={url('/docs')}>API</a>.
    </p>
  );
}

function AnimalTable({ pets, added }: Pick<AnimalsProps, 'pets' | 'added'>) {
  return (
    <Table label="Animals" columns={['Name', 'Status', 'Category', 'Number']}>
      {pets.map(({ id, name, categoryId, status }) => (
        <Row name={<bdi>{name}</bdi>} class={id === added ? 'added' : undefined}>
          <Cell label="Status">
            <span class={`state ${status}`}>{status}</span>
          </Cell>
          <Cell label="Category" class="number">
            {categoryId}
          </Cell>
          <Cell label="Number" class="number">
            {id}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

/** Has links to the previous and the next page, and a form that goes to the page that begins at a typed number. */
function Pager({ page: { url }, status, newer, older }: Pick<AnimalsProps, 'page' | 'status' | 'newer' | 'older'>) {
  const filter = status === undefined ? '' : `status=${status}&`;
  return (
    <div class="leafing">
      <nav class="pager" aria-label="Pages of animals">
        {newer !== undefined && (
          <>
            <a href={url(status === undefined ? '/animals' : `/animals?status=${status}`)}>Newest</a>
            <a href={url(`/animals?${filter}after=${newer}`)} rel="prev">
              Previous page
            </a>
          </>
        )}
        {older !== undefined && (
          <a href={url(`/animals?${filter}number=${older}`)} rel="next">
            Next page
          </a>
        )}
      </nav>
      <form class="go" method="get" action={url('/animals')}>
        {status !== undefined && <input type="hidden" name="status" value={status} />}
        <label for="number">Go to number</label>
        <input
          id="number"
          name="number"
          type="text"
          inputmode="numeric"
          pattern="[0-9]{1,19}"
          title="1 to 19 digits"
          autocomplete="off"
          required
        />
        <button type="submit" class="outline">
          Go
        </button>
      </form>
    </div>
  );
}
