import type { ComponentChildren } from 'preact';
import { Form } from '../components/form.js';
import { Select, type Option } from '../components/form-page.js';
import { Layout, type PageProps } from '../components/layout.js';
import { Cell, Row, Table } from '../components/lists.js';
import { withQuery } from '../support/addresses.js';
import type { BrowsedPage } from '../../../../../application/pets.js';
import { parsePetId, PET_STATUSES, type Pet, type PetStatus } from '../../../../../domain/pet.js';

/** The filter and the place of the page, as its address has them. */
export type Place = Readonly<Record<'status' | 'before' | 'after', string | undefined>>;

export interface Outcome {
  readonly done: string;
  /** The animal as it is now. It may be on another page. */
  readonly pet: Pet;
}

interface AnimalsProps extends PageProps, BrowsedPage {
  readonly place: Place;
  /** The list has only animals with this status; `undefined` means every status. */
  readonly status: PetStatus | undefined;
  /** The number that was looked for. It is empty if what was typed is no number. */
  readonly sought: string | undefined;
  readonly outcome: Outcome | undefined;
}

export const STATUS_OPTIONS: readonly Option[] = PET_STATUSES.map((status) => [status, capitalised(status)]);

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function AnimalsPage(props: AnimalsProps) {
  const { page, pets, status, before, after } = props;
  const { url } = page;
  const problems = problemsOf(props);
  return (
    <Layout page={page} title="Animals" notice={noticeOf(props)}>
      {problems.length > 0 && (
        <div class="violation" role="alert">
          {problems.map((problem) => (
            <p>{problem}</p>
          ))}
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
        {pets.length > 0 && <PageLinks {...props} label="Pages of animals, above the list" />}
      </div>
      {pets.length > 0 ? (
        <>
          <p class="hint">The newest animals come first. The number of an animal is its id in the API.</p>
          <AnimalTable {...props} />
        </>
      ) : (
        <NoAnimals {...props} />
      )}
      {(pets.length > 0 || before !== undefined || after !== undefined) && <Pager {...props} />}
    </Layout>
  );
}

/** Says what a form has done. */
function noticeOf({ outcome }: AnimalsProps) {
  if (outcome === undefined) return undefined;
  const { done, pet } = outcome;
  const subject = <Subject pet={pet} />;
  if (done === 'added')
    return (
      <>
        Added <bdi>{pet.name}</bdi>, number {pet.id}.
      </>
    );
  if (done === 'changed')
    return (
      <>
        {subject} is now {pet.status}.
      </>
    );
  if (done !== 'unchanged') return undefined;
  return (
    <>
      {subject} is still {pet.status}. Choose another status first.
    </>
  );
}

/** The messages repeat no text of the address, because anybody can make up a link. */
function problemsOf({ place, outcome, pets, status, sought }: AnimalsProps): ComponentChildren[] {
  const all: ComponentChildren[] = [];
  if (place.status !== undefined && status === undefined)
    all.push('The address has a status that does not exist. These are animals of every status.');
  const numbers = [place.before, place.after].filter((text) => text !== undefined);
  if (numbers.length > 0 && numbers.every((text) => parsePetId(text) === undefined))
    all.push('The address has a place that is not the number of an animal. These are the newest animals.');
  if (outcome?.done === 'conflict') {
    const { pet } = outcome;
    all.push(
      <>
        Your change was not made, because the status has changed since the page was loaded. <Subject pet={pet} /> is now{' '}
        {pet.status}.
      </>,
    );
  }
  if (sought === '') all.push('Type the number of an animal in digits, such as 12.');
  else if (sought !== undefined && !pets.some(({ id }) => String(id) === sought)) {
    all.push(`No animal ${status === undefined ? '' : `that is ${status} `}has the number ${sought}.`);
  }
  return all;
}

function Subject({ pet: { name, id } }: Pick<Outcome, 'pet'>) {
  return (
    <>
      <bdi>{name}</bdi>, number {id},
    </>
  );
}

function NoAnimals({ page: { url }, status, after }: AnimalsProps) {
  if (after !== undefined) {
    return (
      <p class="empty">
        There are no {status === undefined ? '' : `${status} `}animals on this page.{' '}
        <a href={url(withQuery('/animals', { status }))}>See the newest ones</a>.
      </p>
    );
  }
  if (status !== undefined) {
    return (
      <p class="empty">
        No animal is {status}. <a href={url('/animals')}>See the animals of every status</a>.
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

function AnimalTable({ page, pets, place, sought, outcome }: AnimalsProps) {
  const marked = outcome === undefined ? sought : String(outcome.pet.id);
  // The column with the form comes last, because it is wide and mostly empty.
  return (
    <Table labelledBy="animals" columns={['Name', 'Category', 'Number', 'Status']}>
      {pets.map(({ id, name, categoryId, status, ...others }) => {
        others satisfies Readonly<Record<string, never>>; // The compiler refuses a property that the parameters leave out.
        return (
          <Row name={<bdi>{name}</bdi>} class={String(id) === marked ? 'marked' : undefined}>
            <Cell label="Category" class="number">
              {categoryId}
            </Cell>
            <Cell label="Number" class="number">
              {id}
            </Cell>
            <Cell label="Status">
              <StatusForm page={page} action={withQuery('/animals', place)} pet={{ id, name, status }} />
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}

interface StatusFormProps extends PageProps {
  readonly action: string;
  readonly pet: Pick<Pet, 'id' | 'name' | 'status'>;
}

/**
 * The form carries the status that it shows, so that nothing changes if it has been changed since. The style sheet
 * shows its button while another status is chosen.
 */
function StatusForm({ page, action, pet: { id, name, status } }: StatusFormProps) {
  const attributes = { name: 'status', class: 'state', 'aria-label': `Status of ${name}, number ${id}` };
  return (
    <Form page={page} action={action} class="change" autocomplete="off">
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
