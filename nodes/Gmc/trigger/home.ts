import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { DAY_MS } from '../core/time/time';

/** What n8n keeps of a trigger, in the static data of its workflow. */
interface Kept {
	/** The name of the node when it was written. */
	name: string;
	cursor: unknown;
	/** Epoch ms. */
	at: number;
}

/** In the static data that all nodes of the workflow share. */
const FIELD = 'gmcTriggers';

/** After so long, what a trigger that is gone has left is removed, in milliseconds. */
const MAX_AGE_MS = 90 * DAY_MS;

/**
 * Where n8n keeps the cursor of a trigger: by the node's id, which survives a rename. n8n itself keeps a node's static data
 * by its name (n8n.md P13), so the cursor is in the static data of the workflow. With durable cursors, n8n keeps it by the
 * id (n8n.md P11), and there the node's own static data is the place: only that is stored together with the execution.
 */
export class CursorHome {
	/** Whether n8n keeps durable cursors. Then it gives a copy of what is stored, which it does not watch for changes. */
	readonly isDurable: boolean;

	private readonly ofNode: IDataObject;

	private readonly id: string;

	private readonly name: string;

	constructor(private readonly context: IPollFunctions) {
		this.ofNode = context.getWorkflowStaticData('node');
		this.isDurable = !('__dataChanged' in this.ofNode);
		({ id: this.id, name: this.name } = context.getNode());
	}

	/** The stored cursor, as it is. */
	get stored(): unknown {
		const ofNode = this.isDurable ? this.ofNode.cursor : undefined;
		return ofNode ?? this.all[this.id]?.cursor ?? this.ofNameSake?.cursor;
	}

	/** Whether the stored one is that of an earlier node of this name, which is gone. */
	get isInherited(): boolean {
		const hasOwn = (this.isDurable && this.ofNode.cursor) || this.all[this.id];
		return !hasOwn && this.ofNameSake !== undefined;
	}

	store(cursor: object): void {
		if (this.isDurable) {
			this.ofNode.cursor = cursor as IDataObject;
			return;
		}
		const now = Date.now();
		const others = Object.entries(this.all).filter(([id, one]) => {
			const isOld = Math.abs(now - one.at) > MAX_AGE_MS;
			return id !== this.id && !isOld && (one.name !== this.name || one === this.ofNameSake);
		});
		const own = { name: this.name, cursor, at: now };
		// Assigned as a whole, because n8n notices a change of a field only.
		this.ofWorkflow[FIELD] = Object.fromEntries([
			...others,
			[this.id, own],
		]) as unknown as IDataObject;
	}

	private get ofWorkflow(): IDataObject {
		return this.context.getWorkflowStaticData('global');
	}

	private get all(): Record<string, Kept> {
		return (this.ofWorkflow[FIELD] ?? {}) as unknown as Record<string, Kept>;
	}

	/**
	 * The newest of other nodes with this name. A node that was renamed has its new name there as soon as it has polled, so
	 * this is one that was replaced, as by a script that writes the workflow without the ids of its nodes.
	 */
	private get ofNameSake(): Kept | undefined {
		return Object.entries(this.all)
			.filter(([id, { name }]) => id !== this.id && name === this.name)
			.map(([, one]) => one)
			.sort((one, other) => other.at - one.at)[0];
	}
}
