import { SelectField, TextField, ViolationSummary, type Violations } from './fields.js';
import { Layout } from './layout.js';
import type { PageProps } from './page.js';
import { statusLabel } from './status.js';
import { PET_STATUSES } from '../../../../../domain/pet.js';

interface NewAnimalProps extends PageProps {
  readonly name: string;
  readonly categoryId: string;
  readonly status: string;
  /** The id of this form. However often the form is submitted, only one animal is added. */
  readonly once: string;
  readonly violations: Violations;
}

/** Has the form that adds an animal. */
export function NewAnimalPage({ page, name, categoryId, status, once, violations }: NewAnimalProps) {
  return (
    <Layout page={page} title="Add animal" hasViolations={violations !== undefined}>
      <div class="narrow">
        <ViolationSummary violations={violations} />
        <h1>Add animal</h1>
        <form method="post" action={page.url('/animals/new')}>
          <input type="hidden" name="once" value={once} />
          <TextField
            name="name"
            label="Name"
            value={name}
            hint="A name has at most 255 characters."
            violations={violations}
          />
          <TextField
            name="categoryId"
            label="Category"
            inputmode="numeric"
            value={categoryId}
            hint="Type the number of the category."
            violations={violations}
          />
          <SelectField
            name="status"
            label="Status"
            value={status}
            options={PET_STATUSES.map((each) => [each, statusLabel(each)])}
            violations={violations}
          />
          <button type="submit">Add animal</button>
        </form>
        <p>
          <a href={page.url('/animals')}>Back to the animals</a>
        </p>
      </div>
    </Layout>
  );
}
