import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorkDirectory } from './workDirectory.ts'

const ended = spawnSync(process.execPath, ['--eval', '']).pid

// Writes file after file, like a server that has outlived the test process that started it.
const WRITER = `
  const { mkdirSync, writeFileSync } = require('node:fs')
  const directory = process.argv[1]
  for (let n = 0; ; n++) {
    if (n === 1_000) console.log('ready')
    mkdirSync(directory + '/cluster', { recursive: true })
    writeFileSync(directory + '/cluster/' + n, '')
  }`

const create = () => createWorkDirectory().remove()

test('a directory of a killed test process is removed once its server has ended', async () => {
  const abandoned = mkdtempSync(join(tmpdir(), `hearth-test-${ended}-`))
  const writer = spawn(process.execPath, ['--eval', WRITER, abandoned])
  await once(writer.stdout, 'data')

  expect(create).not.toThrow()

  writer.kill('SIGKILL')
  await once(writer, 'close')
  create()
  expect(existsSync(abandoned)).toBe(false)
})
