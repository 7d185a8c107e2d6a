import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../build.ts'
import type { Row } from '../measurement.ts'

const LIMIT_KB = 380

/** JavaScript of a first load of `/` in gzip, by the console's own count. */
export const bundle: Row = async () => {
  // It exits with 1 above the limit, which counts as a figure here.
  const output = execFileSync(
    '/bin/sh',
    ['-c', '"$0" "$1" || test $? = 1', process.execPath, join(root, 'ui/scripts/size.mjs')],
    { encoding: 'utf8' },
  )
  const files = [...output.matchAll(/^\s*(\d+)\s+(\S+\.js)$/gm)].map(([, gzip, name]) => ({
    name,
    gzipBytes: Number(gzip),
  }))
  const measured = files.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0) / 1000
  if (files.length === 0) throw new Error(`No files in the answer of ui/scripts/size.mjs: ${output}`)
  return {
    figures: [
      {
        figure: '6 first-load JavaScript, gzip',
        unit: 'kB',
        measured,
        goal: `≤ ${LIMIT_KB} kB`,
        met: measured <= LIMIT_KB,
      },
    ],
    details: { files },
  }
}
