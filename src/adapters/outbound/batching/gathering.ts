/**
 * Gathers what is asked at the same time and asks it together. "At the same time" is within one turn of the event loop,
 * or while an earlier batch is under way; the next batch then takes everybody who waits. So nobody is ever served by
 * work that began before they asked, and nobody waits where nobody else does.
 */
export class Gathering<Question, Answer> {
  private waiting: Waiting<Question, Answer>[] = [];
  private underWay = 0;
  private scheduled = false;
  private impatient: NodeJS.Timeout | undefined;

  /**
   * @param ask gives each question's answer in its place; where it rejects, so does every question of the batch
   * @param most questions in a batch
   */
  constructor(
    private readonly ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
    private readonly most: number,
  ) {}

  get isIdle(): boolean {
    return this.underWay === 0 && this.waiting.length === 0;
  }

  answer(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, resolve, reject });
      if (this.underWay >= CONCURRENCY) this.impatient ??= setTimeout(this.send, PATIENCE);
      else if (!this.scheduled) {
        this.scheduled = true;
        setImmediate(this.send);
      }
    });
  }

  private readonly send = (): void => {
    this.scheduled = false;
    clearTimeout(this.impatient);
    this.impatient = undefined;
    if (this.waiting.length === 0) return;
    const batch = this.waiting.length > this.most ? this.waiting.splice(0, this.most) : this.waiting;
    if (batch === this.waiting) this.waiting = [];
    else this.impatient = setTimeout(this.send, PATIENCE);
    this.underWay++;
    void this.serve(batch);
  };

  private async serve(batch: readonly Waiting<Question, Answer>[]): Promise<void> {
    try {
      const answers = await this.ask(batch.map(({ question }) => question));
      if (answers.length !== batch.length) throw new Error('a batch was not answered question by question');
      // The lengths are equal, so the answer is one even where it is `undefined`.
      batch.forEach(({ resolve }, at) => resolve(answers[at] as Answer));
    } catch (error) {
      batch.forEach(({ reject }) => reject(error));
    }
    this.underWay--;
    if (this.underWay < CONCURRENCY) this.send();
  }
}

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

/** Batches of one kind under way before others wait for them. */
const CONCURRENCY = 1;

/** How long anybody waits for a batch that is not theirs, in milliseconds: one slow connection must not hold up the others. */
const PATIENCE = 20;
