import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readJson, writeJson } from './report.ts'
import { withDirectory } from './temporary.ts'

test('reads the time of a refused request as it was written', () =>
  withDirectory(async (directory) => {
    const result = { figures: [{ measured: Number.POSITIVE_INFINITY }, { measured: 5 }] }
    writeJson('visible', result, directory)
    expect(readJson(join(directory, 'visible.json'))).toEqual(result)
  }))
