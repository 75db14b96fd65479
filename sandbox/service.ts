import { mergeSettings, defaultSettings } from './settings-tools';
import type { SandboxSettings, SandboxSettingsInput } from './settings';
import { plantSeed, type SeedName } from './seeds';
import { Books } from './state/books';
import { Capacity } from './state/capacity';
import { Clock } from './state/clock';
import { Directory } from './state/directory';
import { Faults } from './state/faults';
import { Journal } from './state/journal';
import { Sessions } from './state/sessions';

export interface ResetOptions {
	seed?: SeedName;
	settings?: SandboxSettingsInput;
}

/** The state of one sandbox. Nothing of it is shared between two of them. */
export class Service {
	settings: SandboxSettings = defaultSettings();
	readonly clock = new Clock();
	readonly journal = new Journal();
	readonly faults = new Faults();
	directory = new Directory();
	books = new Books(this.directory);
	sessions = new Sessions();
	capacity = new Capacity();
	/** Address the sandbox answers at; known once it listens. */
	url = '';

	constructor(
		private readonly firstSeed: SeedName,
		settings: SandboxSettingsInput,
	) {
		this.reset({ settings });
	}

	/** Defaults, then `settings` over them; state of `seed` (or of the first one); real time. */
	reset({ seed = this.firstSeed, settings = {} }: ResetOptions): void {
		this.settings = mergeSettings(defaultSettings(), settings);
		this.clock.reset();
		this.journal.clear();
		this.faults.clear();
		this.sessions = new Sessions();
		this.directory = new Directory();
		this.books = new Books(this.directory);
		this.capacity = new Capacity();
		plantSeed(seed, this);
	}

	/** Throws a ZodError and changes nothing when the settings do not hold. */
	configure(change: SandboxSettingsInput): void {
		this.settings = mergeSettings(this.settings, change);
	}

	/** Lets time do its work. Call it before anything is read or written. */
	catchUp(): void {
		this.books.settleDue(this.clock.now(), this.settings.additions.failureError);
	}
}
