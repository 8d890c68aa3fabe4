import type { ComponentChildren } from 'preact';
import { Form, HiddenField } from '../components/form.js';
import { Select, type Option } from '../components/form-page.js';
import { Layout, type PageProps } from '../components/layout.js';
import { Table, type Column } from '../components/table.js';
import { withQuery } from '../support/addresses.js';
import type { BrowsedPage } from '../../../../../application/pets.js';
import { parsePetId, PET_STATUSES, type Pet, type PetStatus } from '../../../../../domain/pet.js';

/** The filter and the place of the page, as its address has them. A page begins at the `number` for which a person looks. */
export type Place = Readonly<Record<'status' | 'number' | 'before' | 'after', string | undefined>>;

export interface Outcome {
  readonly done: string;
  /** The animal as it is now. It may be on another page. */
  readonly pet: Pet;
}

interface AnimalsProps extends PageProps, BrowsedPage {
  readonly place: Place;
  /** The list has only animals with this status; `undefined` means every status. */
  readonly status: PetStatus | undefined;
  readonly outcome: Outcome | undefined;
}

export const STATUS_OPTIONS: readonly Option[] = PET_STATUSES.map((status) => [status, capitalised(status)]);

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function AnimalsPage(props: AnimalsProps) {
  const { page, pets, status } = props;
  const { url } = page;
  const problem = problemOf(props);
  return (
    <Layout page={page} title="Animals" notice={noticeOf(props)}>
      {problem !== undefined && (
        <div class="violation" role="alert">
          <p>{problem}</p>
        </div>
      )}
      <div class="heading">
        <h1 id="animals">Animals</h1>
        <a class="button" href={url('/animals/new')}>
          Add animal
        </a>
      </div>
      <div class="pagination">
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
        <PageLinks {...props} label="Pages of animals, above the list" />
      </div>
      {pets.length > 0 ? (
        <>
          <p class="hint">The newest animals come first. The number of an animal is its id in the API.</p>
          <AnimalTable {...props} />
        </>
      ) : (
        <NoAnimals {...props} />
      )}
      <Pager {...props} />
    </Layout>
  );
}

/** Says what a form has done. */
function noticeOf({ outcome }: AnimalsProps) {
  if (outcome?.done === 'added') {
    const { name, id } = outcome.pet;
    return (
      <>
        Added <bdi>{name}</bdi>, number {id}.
      </>
    );
  }
  return outcome?.done === 'changed' ? <StatusNow pet={outcome.pet} /> : undefined;
}

/** The message repeats no other text of the address than a number, because anybody can make up a link. */
function problemOf({ place: { number }, outcome, pets, status }: AnimalsProps): ComponentChildren {
  if (outcome?.done === 'conflict') {
    return (
      <>
        Your change was not made, because the status has changed since the page was loaded.{' '}
        <StatusNow pet={outcome.pet} />
      </>
    );
  }
  if (outcome !== undefined || number === undefined || pets.some(({ id }) => String(id) === number)) return undefined;
  if (parsePetId(number) === undefined) return 'Type the number of an animal in digits, such as 12.';
  return `No animal ${status === undefined ? '' : `that is ${status} `}has the number ${number}.`;
}

function StatusNow({ pet: { name, id, status } }: Pick<Outcome, 'pet'>) {
  return (
    <>
      <bdi>{name}</bdi>, number {id}, is now {status}.
    </>
  );
}

function NoAnimals({ page: { url }, status, after }: AnimalsProps) {
  if (status !== undefined || after !== undefined) {
    return (
      <p class="empty">
        There are no {status} animals here. <a href={url('/animals')}>See all animals</a>.
      </p>
    );
  }
  return (
    <p class="empty">
      There are no animals yet. <a href={url('/animals/new')}>Add the first one</a>, or add animals with the{' '}
      <a href={url('/docs')}>API</a>.
    </p>
  );
}

function AnimalTable({ page, pets, place, outcome }: AnimalsProps) {
  const marked = outcome === undefined ? place.number : String(outcome.pet.id);
  const action = withQuery('/animals', place);
  // The column with the form comes last, because it is wide and mostly empty.
  const columns = {
    name: { label: 'Name', cell: ({ name }) => <bdi>{name}</bdi> },
    categoryId: { label: 'Category', class: 'number', cell: ({ categoryId }) => categoryId },
    id: { label: 'Number', class: 'number', cell: ({ id }) => id },
    status: { label: 'Status', cell: (pet) => <StatusForm page={page} action={action} pet={pet} /> },
  } satisfies Record<keyof Pet, Column<Pet>>; // The compiler refuses a property without a column.
  return (
    <Table
      labelledBy="animals"
      columns={Object.values(columns)}
      rows={pets}
      isMarked={({ id }) => String(id) === marked}
    />
  );
}

interface StatusFormProps extends PageProps {
  readonly action: string;
  readonly pet: Pet;
}

/**
 * The form carries the status that it shows, so that nothing changes if it has been changed since. The style sheet
 * shows its button while another status is chosen.
 */
function StatusForm({ page, action, pet: { id, name, status } }: StatusFormProps) {
  const attributes = { name: 'status', class: 'state', 'aria-label': `Status of ${name}, number ${id}` };
  return (
    <Form page={page} action={action} class="change" autocomplete="off">
      <HiddenField name="number" value={String(id)} />
      <HiddenField name="shown" value={status} />
      <Select attributes={attributes} options={STATUS_OPTIONS} value={status} />
      <button type="submit" class="outline secondary">
        Change
        <span class="visually-hidden">
          {' '}
          the status of <bdi>{name}</bdi>, number {id}
        </span>
      </button>
    </Form>
  );
}

function PageLinks({ page: { url }, status, before, after, label }: AnimalsProps & { readonly label: string }) {
  if (before === undefined && after === undefined) return null;
  const address = (query: object) => url(withQuery('/animals', { status, ...query }));
  return (
    <nav class="pager" aria-label={label}>
      {after !== undefined && (
        <>
          <a href={address({})}>Newest</a>
          <a href={address({ after })} rel="prev">
            Previous page
          </a>
        </>
      )}
      {before !== undefined && (
        <a href={address({ before })} rel="next">
          Next page
        </a>
      )}
    </nav>
  );
}

/** Writes the links to other pages, and a form that goes to the page that begins at a typed number. */
function Pager(props: AnimalsProps) {
  const { page, status } = props;
  const { url } = page;
  return (
    <div class="pagination">
      <PageLinks {...props} label="Pages of animals" />
      <form class="go" method="get" action={url('/animals')}>
        {status !== undefined && <HiddenField name="status" value={status} />}
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
