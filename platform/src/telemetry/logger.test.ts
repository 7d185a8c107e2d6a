import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'
import { continueTrace } from './trace.ts'

const lineOf = (fields: Record<string, unknown>): string => {
  const lines: string[] = []
  createLogger({
    name: 'test',
    level: 'info',
    destination: { write: (line: string) => void lines.push(line) },
  }).info(fields, 'said')
  return lines.join('')
}

test('writes only allowed fields, with the process and the time', () => {
  const line = lineOf({
    correlationId: 'c1',
    body: { guest: 'canary' },
    cookie: 'canary',
    headers: { a: 'canary' },
    status: 200,
    revision: 7n,
    tenantId: { name: 'canary' },
  })
  expect(line).not.toContain('canary')
  expect(JSON.parse(line)).toMatchObject({
    level: 'info',
    svc: 'test',
    correlationId: 'c1',
    status: 200,
    revision: '7',
    msg: 'said',
    ts: expect.stringMatching(/Z$/),
  })
})

test('removes quoted text from errors and keeps class, code and frames', () => {
  const error = Object.assign(new Error('invalid input syntax for type bigint: "canary"'), {
    code: '22P02',
    detail: 'canary',
    parameters: ['canary'],
  })
  const line = lineOf({ err: error })
  expect(line).not.toContain('canary')
  expect(JSON.parse(line)).toMatchObject({
    err: { type: 'Error', code: '22P02', message: 'invalid input syntax for type bigint: "…"' },
  })
})

test('continues a trace with a new span, and starts a new trace on garbage', () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  expect(continueTrace(`00-${trace}-00f067aa0ba902b7-01`)).toMatch(
    new RegExp(`^00-${trace}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`),
  )
  for (const garbage of [
    undefined,
    '',
    'x',
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `ff-${trace}-00f067aa0ba902b7-01`,
  ]) {
    expect(continueTrace(garbage)).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
  }
})
