import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

/** One operation of the node: its fields, and what it does with all items of a run. */
export interface Operation {
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

/** The choice of an operation of a resource. */
export const operationField = (
	resource: string,
	byDefault: string,
	options: INodePropertyOptions[],
): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: [resource] } },
	options,
	default: byDefault,
});

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
