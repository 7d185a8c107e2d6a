import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { listShortcuts, SHORTCUT_PLACES, SHORTCUTS, findShortcut } from '../../components/action/shortcuts.ts'
import { en } from '../../i18n/en.ts'
import { fakeApi } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { helpOpen, Shortcuts } from './Shortcuts.tsx'

const openHelp = async () => {
  fakeApi({
    'GET /api/session': () => ({ body: session }),
    'GET /api/today': () => ({ body: { waiting: [] } }),
  })
  renderAt('/bookings', <Shortcuts />)
  await userEvent.keyboard('?')
  return within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
}
afterEach(() => {
  helpOpen.set(false)
  vi.unstubAllGlobals()
})

it('has a line for every key that the console listens to, by where it works', async () => {
  const help = await openHelp()
  for (const place of SHORTCUT_PLACES) expect(help.getByText(en.app.keys.places[place])).toBeVisible()
  for (const name of SHORTCUT_PLACES.flatMap(listShortcuts).filter((one) => one !== 'go')) {
    const key = SHORTCUTS[name].text.replace('app.keys.', '') as Exclude<keyof typeof en.app.keys, 'places'>
    expect(help.getByText(en.app.keys[key])).toBeVisible()
  }
  expect(SHORTCUT_PLACES.flatMap(listShortcuts)).toHaveLength(Object.keys(SHORTCUTS).length)
})

it('lists the pages of this session, and `g` with a letter opens them', async () => {
  const help = await openHelp()
  expect(await help.findByText('Go to Calendar')).toBeVisible()
  await userEvent.click(help.getByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.keyboard('gc')
  expect(screen.getByTestId('address')).toHaveTextContent('/calendar')
})

it('gives a key one meaning in the calendar', () => {
  const press = (key: string, more = {}) => ({
    key,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    ...more,
  })
  expect(findShortcut('calendar', press('ArrowLeft'))).toBe('moveNight')
  expect(findShortcut('calendar', press('ArrowLeft', { shiftKey: true }))).toBe('extend')
  expect(findShortcut('calendar', press('B'))).toBe('block')
  expect(findShortcut('calendar', press('x'))).toBeUndefined()
})
