import { describe, expect, it } from 'vitest'
import { tombstoneRevision } from './model.ts'
import { parseRetention, replaceTruncateBefore } from './streamMetadata.ts'

describe('retention rules', () => {
  it.each([
    ['{"$maxCount":3,"$maxAge":60,"$tb":7}', { maxCount: 3n, maxAgeMs: 60_000, truncateBefore: 7n }],
    ['{"$tb":9223372036854775807}', { truncateBefore: tombstoneRevision }],
    ['{"$tb":9223372036854775806}', { truncateBefore: tombstoneRevision - 1n }],
    ['{"$maxCount":9007199254740993}', { maxCount: 2n ** 53n + 1n }],
    ['{ "a" : {"$tb":1, "b":["$tb", {"$tb":2}]}, "$tb" : 5 }', { truncateBefore: 5n }],
    ['{"a\\"$tb":1,"text":"{\\"$tb\\":3},","$tb":5}', { truncateBefore: 5n }],
    ['{"$maxCount":0,"$maxAge":-1,"$tb":-1}', {}],
    ['{"$tb":0}', { truncateBefore: 0n }],
    // Nothing of what the real server cannot read counts.
    ['{"$maxCount":3,"$tb":9223372036854775808}', {}],
    ['{"$maxCount":3,"$tb":1.5}', {}],
    ['{"$maxCount":3,"$tb":"7"}', {}],
    ['{"$maxCount":3,"$maxAge":922337203686}', {}],
    ['{"$maxCount":3', {}],
    ['[{"$maxCount":3}]', {}],
    ['null', {}],
    ['', {}],
  ])('of %s', (text, retention) => {
    expect(parseRetention(text)).toEqual(retention)
  })
})

describe('replacing $tb', () => {
  it.each([
    ['', '{"$tb":4}'],
    ['{}', '{"$tb":4}'],
    ['{"$tb":9223372036854775807}', '{"$tb":4}'],
    [
      '{"id":9007199254740993,"$tb":1,"x":[1, {"y":"z"}]}',
      '{"id":9007199254740993,"$tb":4,"x":[1, {"y":"z"}]}',
    ],
  ])('in %s', (text, replaced) => {
    expect(replaceTruncateBefore(text, 4n)).toBe(replaced)
  })

  it('reads a long text', () => {
    const text = 'x\\"'.repeat(300_000)
    expect(replaceTruncateBefore(`{"text":"${text}"}`, 4n)).toBe(`{"text":"${text}","$tb":4}`)
  })
})
