/** Keeps one of several equal objects, and gives it a short name. The objects never change. */
export class Interner {
	private readonly byText = new Map<string, object>();
	private readonly names = new WeakMap<object, string>();

	/** @param object plain data. Objects in it are equal only if they are identical */
	one<T extends object>(object: T): T {
		if (this.names.has(object)) return object;
		let text = '';
		for (const key of Object.keys(object).sort()) {
			const value = object[key as keyof T] as unknown;
			if (value === undefined) continue;
			const isObject = typeof value === 'object' && value !== null;
			text += `${key}:${isObject ? this.refer(value) : String(value)};`;
		}
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

	private readonly referred = new WeakMap<object, number>();
	private count = 0;

	private refer(object: object): number {
		const known = this.referred.get(object) ?? this.count++;
		this.referred.set(object, known);
		return known;
	}
}
