import { cpfOf } from './rules/identifiers';
import {
	type SeedName,
	DEMO_CUSTOMERS,
	DEMO_USER,
	OUTSIDER_ADDITION_ID,
	OUTSIDER_CUSTOMER,
	OUTSIDER_USER,
} from './seeds';
import {
	type SandboxSettings,
	type SandboxSettingsInput,
	defaultSettings,
	mergeSettings,
} from './settings';
import { Books } from './state/books';
import { Clock } from './state/clock';
import { Directory } from './state/directory';
import { Faults } from './state/faults';
import { Journal } from './state/journal';
import { Sessions } from './state/sessions';

interface Start {
	seed?: SeedName;
	settings?: SandboxSettingsInput;
}

export class Service {
	settings!: SandboxSettings;
	clock!: Clock;
	faults!: Faults;
	directory!: Directory;
	books!: Books;
	sessions!: Sessions;
	readonly journal = new Journal();
	/** Known once the sandbox listens. */
	url = '';

	constructor(private readonly firstSeed: SeedName) {
		this.reset({});
	}

	/** Starts over with this seed, or the first one, and these settings over the defaults. */
	reset({ seed = this.firstSeed, settings = {} }: Start): void {
		this.settings = mergeSettings(defaultSettings(), settings);
		this.clock = new Clock();
		this.faults = new Faults();
		this.sessions = new Sessions();
		this.directory = new Directory();
		this.books = new Books();
		this.journal.clear();
		this.directory.users.set(DEMO_USER._id, DEMO_USER);
		if (seed === 'demo') plantDemo(this);
		if (seed === 'large') plantLarge(this);
	}

	/** @throws ServiceError if the settings are not valid; nothing changes then */
	configure(change: SandboxSettingsInput): SandboxSettings {
		return (this.settings = mergeSettings(this.settings, change));
	}

	/** Settings and clock as at the beginning. What a delay or the moved clock has hidden is listed again. */
	resetSettings(): void {
		this.settings = defaultSettings();
		this.clock = new Clock();
		const now = this.clock.now();
		for (const one of this.books.additions.values()) one.visibleAt = Math.min(one.visibleAt, now);
	}

	/** Settles what is due by now. Call it before anything is read or written. */
	catchUp(): void {
		this.books.settleDue(this.clock.now());
	}
}

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

function plantDemo({ clock, directory, books }: Service): void {
	directory.users.set(OUTSIDER_USER._id, OUTSIDER_USER);
	for (const customer of DEMO_CUSTOMERS) {
		directory.addCustomer({ userId: DEMO_USER._id, ...customer });
	}
	const customer = directory.addCustomer({ userId: OUTSIDER_USER._id, ...OUTSIDER_CUSTOMER });
	const addition = {
		_id: OUTSIDER_ADDITION_ID,
		userId: OUTSIDER_USER._id,
		customerId: customer._id,
		customerIdentifier: customer.taxId,
		amount: 50,
		currency: 'BRL',
		source: 'seed',
		createdAt: clock.now() - MONTH_MS,
	} as const;
	books.add(addition, 'COMPLETED');
}

/** Customers with valid CPFs, and completed additions, as many as the settings say. */
function plantLarge({ settings, directory, books, clock }: Service): void {
	for (let i = 1; i <= settings.customers.seedSize; i++) {
		const taxId = cpfOf(String(i).padStart(9, '0'));
		const [name, email] = [`Cliente ${i}`, `cliente${i}@example.com`];
		directory.addCustomer({ userId: DEMO_USER._id, taxId, name, email });
	}
	const customers = [...directory.customers.values()];
	for (let i = 0; i < settings.additions.seedSize; i++) {
		const { _id: customerId, taxId: customerIdentifier } = customers[i % customers.length];
		const made = { userId: DEMO_USER._id, customerId, customerIdentifier, source: 'seed' } as const;
		const value = { amount: (i + 1) / 100, currency: 'BRL' } as const;
		books.add({ ...made, ...value, createdAt: clock.now() }, 'COMPLETED');
	}
}
