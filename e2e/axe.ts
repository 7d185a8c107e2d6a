import { expect, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Finding = Readonly<{
  id: string
  nodes: readonly Readonly<{ target: readonly string[]; failureSummary?: string }>[]
}>
declare global {
  interface Window {
    axe: { run: (root: Document, options: unknown) => Promise<{ violations: Finding[] }> }
  }
}

/** Fails with the rule and element of each violation: WCAG 2.2 A and AA, and best practice. */
export const expectAccessible = async (page: Page, where: string) => {
  await page.evaluate(source)
  const found = await page.evaluate(async () => {
    // An element that is fading in does not have its final contrast yet.
    await Promise.allSettled(
      window.document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished),
    )
    const { violations } = await window.axe.run(window.document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    })
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => node.target.join(' '))
          .join(' | ')}`,
    )
  })
  expect(found, where).toEqual([])
}
