import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { openFactFile } from './factFile.ts'

const directory = createWorkDirectory()
afterAll(directory.remove)
const open = (name: string) =>
  openFactFile(join(directory.path, 'books', name), z.strictObject({ id: z.int(), by: z.object({}) }))

it('has the facts that were added, after it was closed', () => {
  const file = open('whole')
  expect(file.facts).toEqual([])
  file.add({ id: 1, by: {} })
  file.add({ id: 2, by: {} })
  file.close()
  expect(open('whole').facts.map(({ id }) => id)).toEqual([1, 2])
})

it('leaves out a line that a crash cut short, and goes on after it', () => {
  const file = open('cut')
  file.add({ id: 1, by: {} })
  file.close()
  appendFileSync(join(directory.path, 'books', 'cut'), '{"id":2,"by":{}')
  const again = open('cut')
  again.add({ id: 3, by: {} })
  again.close()
  expect(open('cut').facts.map(({ id }) => id)).toEqual([1, 3])
})
