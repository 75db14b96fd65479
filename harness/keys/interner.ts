/** Keeps one of several equal objects, and gives it a short name. The objects never change. */
export class Interner {
	private readonly byText = new Map<string, object>();
	private readonly names = new WeakMap<object, string>();

	/** @param object plain data */
	one<T extends object>(object: T): T {
		if (this.names.has(object)) return object;
		const fields = Object.entries(object).filter(([, value]) => value !== undefined);
		const text = JSON.stringify(fields.sort(([one], [other]) => (one < other ? -1 : 1)));
		const known = this.byText.get(text);
		if (known !== undefined) return known as T;
		this.byText.set(text, object);
		this.names.set(object, this.byText.size.toString(36));
		return object;
	}

	nameOf(objects: readonly object[]): string {
		let name = '';
		for (const object of objects) name += `${this.names.get(object)!},`;
		return name;
	}
}
