const { execFile } = require('node:child_process');
const { rm } = require('node:fs/promises');
const path = require('node:path');
const { promisify } = require('node:util');
const { dest, parallel, series, src } = require('gulp');

const clean = () => rm(path.join(__dirname, 'dist'), { recursive: true, force: true });

const compile = () =>
	promisify(execFile)(process.execPath, [
		require.resolve('typescript/bin/tsc'),
		'--project',
		path.join(__dirname, 'tsconfig.build.json'),
	]).catch((error) => {
		throw new Error(error.stdout || error.message);
	});

/**
 * n8n reads icons, codex files and output schemas from beside the compiled node. The globs begin with a
 * folder, so that gulp does not walk node_modules and .cache.
 */
const assets = () =>
	src(['nodes/**/*.{svg,png,json}', 'credentials/**/*.{svg,png,json}'], {
		base: '.',
		encoding: false,
		allowEmpty: true,
	}).pipe(dest('dist'));

exports.build = series(clean, parallel(compile, assets));
exports.default = exports.build;
