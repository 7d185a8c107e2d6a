import { expect, test } from 'vitest'
import { fillIn, parseEventStoreCommand } from './command.ts'

const fill = (text: string) => {
  const command = parseEventStoreCommand(text)
  if ('problem' in command) throw new Error(command.problem)
  return fillIn(command, {
    port: 2113,
    directory: '/var/the data',
    database: 'postgres://hearth:secret@127.0.0.1/hearth',
    metricsPort: 9000,
    replicationPort: 1112,
  })
}

test('fills in the placeholders after it has split the words', () => {
  expect(
    fill(
      'eventstored --db={directory}/db --port {port} --metrics {metricsPort} --others {replicationPort} {directory}',
    ),
  ).toEqual({
    program: 'eventstored',
    args: [
      '--db=/var/the data/db',
      '--port',
      '2113',
      '--metrics',
      '9000',
      '--others',
      '1112',
      '/var/the data',
    ],
    environment: {},
  })
})

test('takes variables before the program as its environment', () => {
  expect(fill('DATABASE_URL={database} INSECURE= node store.mjs A=b {port}')).toEqual({
    program: 'node',
    args: ['store.mjs', 'A=b', '2113'],
    environment: { DATABASE_URL: 'postgres://hearth:secret@127.0.0.1/hearth', INSECURE: '' },
  })
})

test('quotes as a shell does', () => {
  expect(fill(String.raw`"/opt/my store/run" 'a "b" \c' "d \"e\" \f" g\ h'i' '' {port}`)).toMatchObject({
    program: '/opt/my store/run',
    args: ['a "b" \\c', 'd "e" \\f', 'g hi', '', '2113'],
  })
})

test('leaves other braces alone', () => {
  expect(fill(`store --options '{"a":{}}' --port {port} {other}`).args).toEqual([
    '--options',
    '{"a":{}}',
    '--port',
    '2113',
    '{other}',
  ])
})

test.each([
  [`store 'never ends {port}`, 'quotation'],
  ['store {port} \\', 'quotation'],
  ['PORT={port}', 'program'],
  ['store --port 2113', '{port}'],
])('refuses %s', (text, problem) => {
  expect(parseEventStoreCommand(text)).toEqual({ problem: expect.stringContaining(problem) })
})
