import type { INodeProperties } from 'n8n-workflow';
import type { Option } from '../../../shared/options';
import { rowFormats, rowTexts } from './rowOptions';
import { runOptions } from './runOptions';

/** All of them, by their names. */
export const addOptions: Readonly<Record<string, Option>> = {
	...rowFormats,
	...rowTexts,
	...runOptions,
};

/** What may be chosen under Options. */
export const addOptionFields: INodeProperties[] = Object.values(addOptions)
	.map(({ field }) => field)
	.sort((one, other) => one.displayName.localeCompare(other.displayName));
