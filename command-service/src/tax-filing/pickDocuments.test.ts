import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pickDocuments } from './pickDocuments.ts'
import { documentOf } from './testing/returns.ts'

const chain = (name: string, length: number) =>
  Array.from({ length }, (_, index) =>
    documentOf(`${name}/${index}`, { issuedAt: `2026-01-2${index}T10:00:00.000Z` }),
  )
const idsOf = ({ picked }: ReturnType<typeof pickDocuments>) => picked.map(({ document }) => document.id)

test('a document that was corrected before it was filed is filed once, as new', () => {
  const [first, second] = chain('a', 2)
  const next = pickDocuments([{ hostAccountId: 'a', documents: chain('a', 2) }], new Set())
  expect(next).toMatchObject({ kind: 'new', picked: [{ corrects: null, first: second?.id }] })
  expect(idsOf(next)).toEqual([second?.id])
  expect(idsOf(next)).not.toContain(first?.id)
})

test('corrections wait for new documents, and name the document that was filed last and first', () => {
  const [first, second, third] = chain('a', 3)
  const corrected = { hostAccountId: 'a', documents: chain('a', 3) }
  const filed = new Set([first?.id ?? '', second?.id ?? ''])
  expect(pickDocuments([corrected, { hostAccountId: 'b', documents: chain('b', 1) }], filed)).toMatchObject({
    kind: 'new',
    picked: [{ hostAccountId: 'b' }],
  })
  expect(pickDocuments([corrected], filed)).toMatchObject({
    kind: 'corrections',
    picked: [{ document: { id: third?.id }, corrects: second?.id, first: first?.id }],
  })
})

test('files that are made one after the other hold the latest document of each account once', () => {
  const accounts = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 12 })
  fc.assert(
    fc.property(accounts, fc.integer({ min: 1, max: 4 }), (lengths, most) => {
      const all = lengths.map((length, index) => ({
        hostAccountId: `${index}`,
        documents: chain(`${index}`, length),
      }))
      const filed = new Set<string>()
      const filedTwice: string[] = []
      for (;;) {
        const next = idsOf(pickDocuments(all, filed, most))
        if (next.length === 0) break
        expect(next.length).toBeLessThanOrEqual(most)
        filedTwice.push(...next.filter((id) => filed.has(id)))
        for (const id of next) filed.add(id)
      }
      expect(filedTwice).toEqual([])
      expect([...filed].toSorted()).toEqual(
        all.flatMap(({ documents }) => documents.slice(-1).map(({ id }) => id)).toSorted(),
      )
    }),
    { numRuns: 50 },
  )
})
