/**
 * The versions of n8n that the package is run in: the last of the 1.x line, the first 2.0, one that made tools of
 * community nodes without a setting, and the one that everything else is tested on.
 */
export const N8N_VERSIONS = ['1.123.81', '2.0.0', '2.20.0', '2.41.1'] as const;
