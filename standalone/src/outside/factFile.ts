import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { z } from 'zod'

const parseLine = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** A file with one line for each fact. A line cut short by a crash was never acknowledged, so it is left out. */
export const openFactFile = <T>(file: string, schema: z.ZodType<T>) => {
  mkdirSync(dirname(file), { recursive: true })
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const lines = text.split('\n').map(parseLine)
  const facts = lines.filter((line) => line !== undefined).map((line) => schema.parse(line))
  const handle = openSync(file, 'a', 0o600)
  if (text !== '' && !text.endsWith('\n')) writeSync(handle, '\n')
  return {
    /** What the file had when it was opened, oldest first. */
    facts,
    add: (fact: T): void => void writeSync(handle, `${JSON.stringify(fact)}\n`),
    close: (): void => closeSync(handle),
  }
}
