import { Select, type Option } from '../components/form-page.js';
import { Layout, type PageProps } from '../components/layout.js';
import { Cell, Row, Table } from '../components/lists.js';
import { PET_STATUSES, type Pet, type PetStatus } from '../../../../../domain/pet.js';

interface AnimalsProps extends PageProps {
  /** The newest animal comes first. */
  readonly pets: readonly Pet[];
  /** The list has only animals with this status; `undefined` means every status. */
  readonly status: PetStatus | undefined;
  /** The number to which the reader wants to go, as it was typed. */
  readonly typed: string | undefined;
  /** The animal that a form has just added or changed. */
  readonly affected: Pet | undefined;
  /** Returns the address of this list, at another place or with another filter if the query names one. */
  readonly address: (query?: Readonly<Record<string, string | bigint | undefined>>) => string;
  /** The link to newer animals shows those after this number. The value is `undefined` on the first page. */
  readonly newer: bigint | undefined;
  /** The link to older animals shows those from this number on. The value is `undefined` on the last page. */
  readonly older: bigint | undefined;
}

export const STATUS_OPTIONS: readonly Option[] = PET_STATUSES.map((status) => [status, capitalised(status)]);

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Lists the animals, with a filter by status, a form in each row, and links to the newer and older animals. */
export function AnimalsPage(props: AnimalsProps) {
  const { page, pets, status, typed, affected, newer, older } = props;
  const { url } = page;
  return (
    <Layout page={page} title="Animals" notice={affected && noticeOf(page.notice, affected)}>
      {page.notice === 'conflict' && affected !== undefined && (
        <p class="violation" role="alert">
          Another person has changed the status of <bdi>{affected.name}</bdi>, number {affected.id}, to{' '}
          {affected.status}. Your change was not made.
        </p>
      )}
      <div class="heading">
        <h1 id="animals">Animals</h1>
        <a class="button" href={url('/animals/new')}>
          Add animal
        </a>
      </div>
      <nav class="filter" aria-label="Filter animals by status">
        <a href={url('/animals')} aria-current={status === undefined ? 'page' : undefined}>
          All
        </a>
        {STATUS_OPTIONS.map(([each, label]) => (
          <a href={url(`/animals?status=${each}`)} aria-current={each === status ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      {typed !== undefined && affected === undefined && String(pets[0]?.id) !== typed && (
        <p class="violation" role="alert">
          {status === undefined ? 'No animal' : `No animal that is ${status}`} has the number {typed}.
        </p>
      )}
      {pets.length > 0 ? (
        <>
          <p class="hint">The newest animals come first. The number of an animal is its id in the API.</p>
          <AnimalTable {...props} />
        </>
      ) : (
        typed === undefined && <NoAnimals page={page} status={status} />
      )}
      {(newer !== undefined || older !== undefined) && <Pager {...props} />}
    </Layout>
  );
}

function noticeOf(notice: string | undefined, { name, id, status }: Pet): string | undefined {
  if (notice === 'added') return `Added ${name}, number ${id}.`;
  return notice === 'changed' ? `${name}, number ${id}, is now ${status}.` : undefined;
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

function AnimalTable({ page, pets, typed, affected, address }: AnimalsProps) {
  const marked = affected === undefined ? typed : String(affected.id);
  return (
    <Table labelledBy="animals" columns={['Name', 'Status', 'Category', 'Number']}>
      {pets.map(({ id, name, categoryId, status, ...others }) => {
        others satisfies Readonly<Record<string, never>>; // The compiler refuses a member that is not shown.
        return (
          <Row name={<bdi>{name}</bdi>} class={String(id) === marked ? 'marked' : undefined}>
            <Cell label="Status">
              <StatusForm action={page.url(address())} pet={{ id, name, status }} />
            </Cell>
            <Cell label="Category" class="number">
              {categoryId}
            </Cell>
            <Cell label="Number" class="number">
              {id}
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}

interface StatusFormProps {
  readonly action: string;
  readonly pet: Pick<Pet, 'id' | 'name' | 'status'>;
}

/** Carries the status that it shows, so that nothing changes if another person has changed the status since. */
function StatusForm({ action, pet: { id, name, status } }: StatusFormProps) {
  const attributes = {
    name: 'status',
    class: `state ${status}`,
    'aria-label': `Status of ${name}, number ${id}`,
  };
  return (
    <form method="post" action={action} autocomplete="off">
      <input type="hidden" name="number" value={String(id)} />
      <input type="hidden" name="shown" value={status} />
      <Select attributes={attributes} options={STATUS_OPTIONS} value={status} />
      <button type="submit" class="outline secondary">
        Change
        <span class="visually-hidden">
          {' '}
          the status of <bdi>{name}</bdi>, number {id}
        </span>
      </button>
    </form>
  );
}

/** Has links to the previous and the next page, and a form that goes to the page that begins at a typed number. */
function Pager({ page: { url }, status, newer, older, address }: AnimalsProps) {
  const start = { number: undefined, from: undefined, after: undefined };
  return (
    <div class="pagination">
      <nav class="pager" aria-label="Pages of animals">
        {newer !== undefined && (
          <>
            <a href={url(address(start))}>Newest</a>
            <a href={url(address({ ...start, after: newer }))} rel="prev">
              Previous page
            </a>
          </>
        )}
        {older !== undefined && (
          <a href={url(address({ ...start, from: older }))} rel="next">
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
