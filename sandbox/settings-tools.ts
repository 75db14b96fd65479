import { z } from 'zod';
import { SandboxSettingsSchema, type SandboxSettings, type SandboxSettingsInput } from './settings';

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function merge(base: unknown, change: unknown): unknown {
	if (!isTree(base) || !isTree(change)) return change;
	const merged: Tree = { ...base };
	for (const [key, value] of Object.entries(change)) {
		if (value !== undefined) merged[key] = merge(base[key], value);
	}
	return merged;
}

/** The settings of a new sandbox. */
export function defaultSettings(): SandboxSettings {
	return SandboxSettingsSchema.parse({});
}

/**
 * Merges a part of the settings, at any depth, over `base`. Arrays and null replace what was there.
 * Throws a ZodError for an unknown name or an invalid value. `base` does not change.
 */
export function mergeSettings(
	base: SandboxSettings,
	change: SandboxSettingsInput,
): SandboxSettings {
	return SandboxSettingsSchema.parse(merge(base, change));
}

export interface SettingDescription {
	path: string;
	description: string;
	default: unknown;
}

/** Every setting by its dot path, with what it does and its default. */
export function describeSettings(): SettingDescription[] {
	return describeShape(SandboxSettingsSchema, defaultSettings(), []);
}

function describeShape(schema: z.ZodTypeAny, value: unknown, path: string[]): SettingDescription[] {
	const inner = schema instanceof z.ZodDefault ? schema._def.innerType : schema;
	if (inner instanceof z.ZodObject && isTree(value)) {
		return Object.entries(inner.shape as z.ZodRawShape).flatMap(([key, field]) =>
			describeShape(field, value[key], [...path, key]),
		);
	}
	return [{ path: path.join('.'), description: inner.description ?? '', default: value }];
}
