/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import path from 'node:path';
import type { Language } from './words';

/** Where the reference is, by its language. */
export const PAGES: Record<Language, string> = {
	en: path.join('docs', 'reference.md'),
	'pt-BR': path.join('docs', 'pt-BR', 'reference.md'),
};
