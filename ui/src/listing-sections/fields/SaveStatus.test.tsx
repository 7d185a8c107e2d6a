import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAt } from '../../test/renderAt.tsx'
import type { SaveState } from '../saving/useSection.ts'
import '../texts.ts'
import { SaveStatus } from './SaveStatus.tsx'

const show = (state: SaveState) => (
  <SaveStatus onlyChanges editor={{ state, problem: undefined, flush: async () => undefined }} />
)

it('says nothing on a page on which nothing was changed', () => {
  renderAt('/', show('saved'))
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

it('says that a change is being saved', () => {
  renderAt('/', show('saving'))
  expect(screen.getByRole('status')).toHaveTextContent('Saving')
})
