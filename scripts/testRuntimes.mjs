import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { forgetBuilds } from './build.mjs'
import { installWhenNeeded } from './install.mjs'
import { fetchNode, nodeVersions } from './nodes.mjs'
import { npm } from './run.mjs'

/**
 * `npm run test:runtimes [-- version…]`: builds everything and runs `npm test` on each version of Node that
 * package.json's `engines` names, or on the given ones of them. Fails if one of the runs fails.
 */
const chosen = process.argv.slice(2)
const unknown = chosen.filter((version) => !nodeVersions.includes(version))
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; versions: ${nodeVersions.join(', ')}`)
  process.exit(64)
}

const directory = mkdtempSync(join(tmpdir(), 'hearth-runtimes-'))
process.once('exit', () => rmSync(directory, { recursive: true, force: true }))

/** A run that is cut short leaves no summary; its exit code shows it. */
const readSummary = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { node: 'none', passed: 0, failed: 0 }
  }
}

const testOn = async (version) => {
  // Everything that the tests start is either this `node` or started by it.
  const path = [await fetchNode(version), process.env['PATH'] ?? ''].join(delimiter)
  const file = join(directory, `${version}.json`)
  // The builds have to work on each version as well.
  forgetBuilds()
  const started = performance.now()
  const code = await npm(['test'], { PATH: path, TEST_SUMMARY: file })
  const seconds = Math.round((performance.now() - started) / 1000)
  const { node, passed, failed } = readSummary(file)
  const ok = code === 0 && node.startsWith(`v${version}.`)
  return { version, node, passed, failed, seconds, ok }
}

await installWhenNeeded()
const results = []
for (const version of chosen.length > 0 ? chosen : nodeVersions) {
  console.log(`\n=== Node ${version}`)
  results.push(await testOn(version))
}
console.log()
for (const { version, node, passed, failed, seconds, ok } of results)
  console.log(
    `Node ${version} (${node}): ${passed} passed, ${failed} failed, ${seconds} s, ${ok ? 'ok' : 'FAILED'}`,
  )
process.exit(results.every(({ ok }) => ok) ? 0 : 1)
