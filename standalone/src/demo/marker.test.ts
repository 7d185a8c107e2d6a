import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isDemoReady, writeMarker, type Marker } from './marker.ts'

const directory = mkdtempSync(join(tmpdir(), 'hearth-marker-'))
afterAll(() => rmSync(directory, { recursive: true }))

const seededAt = '2026-11-27T22:59:36.562Z'
const accounts = { 'Vale Stays': 'a' }

test('a demonstration that has not begun is closed', () => {
  expect(isDemoReady(directory, 'close')).toBe(true)
  expect(isDemoReady(directory, 'open')).toBe(false)
})

test.each<[string, Marker, open: boolean, closed: boolean]>([
  ['that is complete', { seededAt, accounts }, true, false],
  ['that was closed', { seededAt, accounts, closed: true }, false, true],
  ['that was opened again', { seededAt, accounts, closed: false }, true, false],
  ['that was interrupted has logins to close, and is not open', { seededAt }, false, false],
  ['that was interrupted and closed', { seededAt, closed: true }, false, true],
])('a demonstration %s', (_state, marker, open, closed) => {
  writeMarker(directory, marker)
  expect(isDemoReady(directory, 'open')).toBe(open)
  expect(isDemoReady(directory, 'close')).toBe(closed)
})
