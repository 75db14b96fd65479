import { cpfOf } from './rules/identifiers';
import { applicableFees, quoteAddition } from './rules/money';
import {
	type SeedName,
	COMMON_USER,
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

/** The part of a service that a seed fills. */
interface Bed {
	directory: Directory;
	books: Books;
	clock: Clock;
	settings: SandboxSettings;
}

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

export function plantSeed(name: SeedName, bed: Bed): void {
	bed.directory.addUser(DEMO_USER);
	if (name === 'demo') plantDemo(bed);
	if (name === 'large') plantLarge(bed);
}

function plantDemo(bed: Bed): void {
	const at = bed.clock.now() - MONTH_MS;
	const { directory } = bed;
	directory.addUser(OUTSIDER_USER);
	directory.addUser(COMMON_USER);
	for (const customer of DEMO_CUSTOMERS) {
		directory.addCustomer({ userId: DEMO_USER._id, ...customer }, at);
	}
	const customer = directory.addCustomer({ userId: OUTSIDER_USER._id, ...OUTSIDER_CUSTOMER }, at);
	const addition = {
		_id: OUTSIDER_ADDITION_ID,
		userId: OUTSIDER_USER._id,
		customerId: customer._id,
		customerIdentifier: customer.taxId,
		amount: 50,
		currency: 'BRL',
		quote: quoteAddition(50, 'BRL', applicableFees(null, bed.settings.fees)),
		source: 'seed',
		settleAs: 'COMPLETED',
		settlesAt: null,
		createdAt: at,
		settledAt: at,
		visibleAt: at,
	} as const;
	bed.books.add(addition, 'COMPLETED', null);
}

/** Customers with valid CPFs, as many as the settings say. */
function plantLarge({ settings, clock, directory }: Bed): void {
	for (let i = 1; i <= settings.seedSize; i++) {
		const taxId = cpfOf(String(i).padStart(9, '0'));
		const [name, email] = [`Cliente ${i}`, `cliente${i}@example.com`];
		directory.addCustomer({ userId: DEMO_USER._id, taxId, name, email }, clock.now());
	}
}
