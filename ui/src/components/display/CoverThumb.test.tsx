import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CoverThumb } from './CoverThumb.tsx'

it('shows the first photo in its smallest size, loaded once it is in sight', () => {
  const { container } = render(<CoverThumb listing={{ photoIds: ['one', 'two'] }} />)
  const image = container.querySelector('img')
  expect(image).toHaveAttribute('src', '/api/files/one/320')
  expect(image).toHaveAttribute('loading', 'lazy')
  expect(image).toHaveAttribute('alt', '')
})

it('shows no picture for a listing without photos', () => {
  const { container } = render(<CoverThumb listing={{ photoIds: [] }} />)
  expect(container.querySelector('img')).toBeNull()
  expect(container.firstElementChild).toHaveAttribute('aria-hidden', 'true')
})
