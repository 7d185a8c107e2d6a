import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { installAside } from '../scripts/install.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const packageVersion = '147.0.0'
const cache = fileURLToPath(new URL('../node_modules/.cache/hearth-chromium', import.meta.url))

const canRun = (file) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const installedBrowser = () =>
  [
    ...(process.env['PATH'] ?? '')
      .split(delimiter)
      .flatMap((directory) => names.map((name) => join(directory, name))),
    ...applications,
  ].find(canRun)

/** Runs with `values` in the environment, and restores TMPDIR: the package unpacks itself there. */
const withTemporaryDirectory = async (directory, work) => {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = directory
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}

const packagedBrowser = async () => {
  const manifest = join(cache, 'node_modules/@sparticuz/chromium/package.json')
  if (!existsSync(manifest)) {
    console.log('No Chromium found; installing one for the tests …')
    const code = await installAside(cache, `@sparticuz/chromium@${packageVersion}`)
    if (code !== 0) throw new Error('Chromium could not be installed; set CHROMIUM to a browser of your own')
  }
  // An unpacking that was cut short is done again.
  const unpacked = join(cache, 'unpacked')
  const done = join(cache, 'unpacked.done')
  if (!existsSync(done)) rmSync(unpacked, { recursive: true, force: true })
  mkdirSync(unpacked, { recursive: true })
  // Makes the package bring its own shared libraries; read when it is imported.
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs20.x'
  const entry = createRequire(join(cache, 'package.json')).resolve('@sparticuz/chromium')
  const path = await withTemporaryDirectory(unpacked, async () => {
    const imported = await import(pathToFileURL(entry).href)
    return (imported.default?.default ?? imported.default).executablePath()
  })
  // The package's own settings name places of its usual host; without any font the browser ends at the first
  // text.
  const fonts = join(unpacked, 'fonts.conf')
  writeFileSync(
    fonts,
    `<?xml version="1.0"?><fontconfig><dir>${join(unpacked, 'fonts')}</dir>` +
      `<cachedir>${join(unpacked, 'fonts-cache')}</cachedir></fontconfig>`,
  )
  process.env['FONTCONFIG_FILE'] = fonts
  writeFileSync(done, '')
  return path
}

/**
 * The browser for tests: $CHROMIUM, else an installed Chromium or Chrome, else one from npm (which sets
 * LD_LIBRARY_PATH for this process and its children).
 */
export const browserPath = async () =>
  process.env['CHROMIUM'] || (installedBrowser() ?? (await packagedBrowser()))
