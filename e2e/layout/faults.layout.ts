import { expect, test } from '@playwright/test'
import { findFaults } from './faults.ts'

const BOX = 'width: 80px; white-space: nowrap'

/** A page with each fault that the layout test looks for, and how it is named. */
const FAULTS: Readonly<Record<string, string>> = {
  [`<p style="${BOX}; overflow: hidden">A sentence that is cut</p>`]: 'clipped: <p> “A sentence that is cut”',
  [`<button style="${BOX}">A button that is too small for this</button>`]:
    'sticks out of its button: <button> “A button that is too small for this”',
  '<b style="position: absolute; top: 90px">One</b><b style="position: absolute; top: 95px">Two</b>':
    'overlap: <b> “One” and <b> “Two”',
  '<p style="position: absolute; left: -40px">Beyond the edge</p>':
    'outside the window: <p> “Beyond the edge”',
  '<div style="width: 100px; overflow: auto"><table><td style="min-width: 300px">9.00</td></table></div>':
    'a table is cut: <table> “9.00”',
  '<div style="width: 900px; height: 1px"></div>': 'the page scrolls sideways by 400 px',
}

for (const [content, fault] of Object.entries(FAULTS))
  test(`the layout test finds “${fault}”`, async ({ page }) => {
    await page.setViewportSize({ width: 500, height: 400 })
    await page.setContent(`<body style="margin: 0">${content}</body>`)
    expect(await page.evaluate(findFaults)).toContain(fault)
  })

test('the layout test accepts an ellipsis, a scroll container and text for screen readers', async ({
  page,
}) => {
  await page.setViewportSize({ width: 500, height: 400 })
  await page.setContent(`<body style="margin: 0">
    <p style="${BOX}; overflow: hidden; text-overflow: ellipsis">A sentence with an ellipsis</p>
    <p style="${BOX}; overflow: auto">A sentence that scrolls</p>
    <p style="position: absolute; width: 1px; overflow: hidden; clip-path: inset(50%)">Not on the screen</p>
    <label><input type="checkbox"> A label</label>
    <a href="/one">A link that <b>holds</b> a word</a>
  </body>`)
  expect(await page.evaluate(findFaults)).toEqual([])
})
