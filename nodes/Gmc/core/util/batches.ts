/** Has things dealt with in batches, one batch after the other, while more of them come in. */
export class Batches<T> {
	private waiting: T[] = [];

	private work: Promise<void> = Promise.resolve();

	/** @param deal with a batch; once it has thrown, `finish` throws the same and no further batch is dealt with */
	constructor(
		private readonly size: number,
		private readonly deal: (batch: T[]) => Promise<void>,
	) {}

	add(one: T): void {
		this.waiting.push(one);
		if (this.waiting.length >= this.size) this.flush();
	}

	/** Waits until everything so far is dealt with. @throws what `deal` has thrown first */
	async finish(): Promise<void> {
		this.flush();
		const { work } = this;
		this.work = Promise.resolve();
		await work;
	}

	private flush(): void {
		const batch = this.waiting;
		this.waiting = [];
		if (batch.length === 0) return;
		this.work = this.work.then(async () => await this.deal(batch));
		// It is looked at in `finish`.
		this.work.catch(() => {});
	}
}
