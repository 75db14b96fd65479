import {
	defaultSettings,
	mergeSettings,
	type SandboxSettings,
	type SandboxSettingsInput,
} from './settings';
import { plantSeed } from './planting';
import type { SeedName } from './seeds';
import { Books } from './state/books';
import { Capacity } from './state/capacity';
import { Clock } from './state/clock';
import { Directory } from './state/directory';
import { Faults } from './state/faults';
import { Journal } from './state/journal';
import { Sessions } from './state/sessions';

export class Service {
	settings: SandboxSettings = defaultSettings();
	readonly clock = new Clock();
	readonly journal = new Journal();
	readonly faults = new Faults();
	directory = new Directory();
	books = new Books();
	sessions = new Sessions();
	capacity = new Capacity();
	/** Known once the sandbox listens. */
	url = '';

	constructor(
		private readonly firstSeed: SeedName,
		settings: SandboxSettingsInput,
	) {
		this.reset({ settings });
	}

	/** Starts over with this seed, or the first one, and these settings over the defaults. */
	reset({
		seed = this.firstSeed,
		settings = {},
	}: {
		seed?: SeedName;
		settings?: SandboxSettingsInput;
	}): void {
		this.settings = mergeSettings(defaultSettings(), settings);
		this.clock.reset();
		this.journal.clear();
		this.faults.clear();
		this.sessions = new Sessions();
		this.directory = new Directory();
		this.books = new Books();
		this.capacity = new Capacity();
		plantSeed(seed, this);
	}

	/** @throws ZodError if the settings are not valid; nothing changes then */
	configure(change: SandboxSettingsInput): SandboxSettings {
		return (this.settings = mergeSettings(this.settings, change));
	}

	/** Settles what is due by now. Call it before anything is read or written. */
	catchUp(): void {
		this.books.settleDue(this.clock.now(), this.settings.additions.failureError);
	}
}
