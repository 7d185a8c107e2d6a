import { expect, test } from 'vitest'
import { readFirst } from './readEvents.ts'

const numbers = Array.from({ length: 1_000 }, (_, index) => index)

test('reads on until enough has been found, and no further', async () => {
  const pages: number[] = []
  const found = await readFirst(numbers, 10, async (page) => {
    pages.push(page.length)
    return page.filter((number) => number % 7 === 0)
  })
  expect(found).toEqual([0, 7, 14, 21, 28, 35, 42, 49, 56, 63])
  expect(pages).toEqual([10, 10, 10, 10, 10, 10, 10])
})

test('reads everything when there is not enough', async () => {
  expect(await readFirst(numbers, 30, async (page) => page.filter((number) => number > 997))).toEqual([
    998, 999,
  ])
})
