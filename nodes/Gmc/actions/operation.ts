import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

/** What an operation does with all items of a run, and the fields that it needs. */
export interface Work {
	fields: INodeProperties[];
	execute: (
		context: IExecuteFunctions,
		items: INodeExecutionData[],
	) => Promise<INodeExecutionData[]>;
	/** What becomes of the items where the run is refused before it begins, if not the usual. It may throw. */
	refuse?: (
		context: IExecuteFunctions,
		items: INodeExecutionData[],
		error: unknown,
	) => INodeExecutionData[];
}

/** One operation of the node. */
export interface Operation extends Work {
	/** How the editor names it. Its `value` names it in workflows. */
	option: INodePropertyOptions & { value: string };
}

/** The operations of a resource, and which of them is chosen at first. */
export interface Operations {
	all: Operation[];
	byDefault: Operation;
}

/** The choice of an operation of a resource, in alphabetical order. */
export function operationField(resource: string, { all, byDefault }: Operations): INodeProperties {
	const options = all.map(({ option }) => option);
	options.sort((one, other) => one.name.localeCompare(other.name));
	const { value: chosen } = byDefault.option;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options,
		default: chosen,
	};
}

/** Shows fields for one operation only. */
export function shownFor(
	resource: string,
	operation: string,
	fields: INodeProperties[],
): INodeProperties[] {
	const show = { resource: [resource], operation: [operation] };
	return fields.map((field) => ({
		...field,
		displayOptions: { ...field.displayOptions, show: { ...field.displayOptions?.show, ...show } },
	}));
}
