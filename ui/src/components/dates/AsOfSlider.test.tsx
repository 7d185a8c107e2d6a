import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { useState } from 'react'
import { renderAt } from '../../test/renderAt.tsx'
import { AsOfSlider } from './AsOfSlider.tsx'

const INSTANTS = ['2026-01-05T10:00:00.000Z', '2026-01-05T10:00:30.000Z', '2026-06-01T12:00:00.000Z']
const WORDS = { label: 'Show as of', asOf: 'As of', asOfNow: 'As of now', now: 'now', hint: 'Drag' }

it('goes from event to event with the arrow keys, and says each time', async () => {
  const chosen: (string | null)[] = []
  const Page = () => {
    const [asOf, setAsOf] = useState<string | null>(null)
    const choose = (instant: string | null) => {
      chosen.push(instant)
      setAsOf(instant)
    }
    return (
      <AsOfSlider
        instants={INSTANTS}
        asOf={asOf}
        format={(instant) => instant}
        formatStart={(instant) => instant}
        words={WORDS}
        onChange={choose}
      />
    )
  }
  renderAt('/', <Page />)
  const slider = screen.getByRole('slider', { name: 'Show as of' })
  expect(slider).toHaveAttribute('aria-valuetext', 'now')
  slider.focus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(slider).toHaveAttribute('aria-valuetext', INSTANTS[1])
  await userEvent.keyboard('{Home}{ArrowRight}{End}')
  expect(chosen).toEqual([INSTANTS[2], INSTANTS[1], INSTANTS[0], INSTANTS[1], null])
})
