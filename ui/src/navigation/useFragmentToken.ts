import { useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

const tokenIn = (hash: string) => new URLSearchParams(hash.replace(/^#/, '')).get('token')

/**
 * The token of a link. It follows the `#`, which browsers do not send to servers, and is immediately removed
 * from the address and the history.
 */
export const useFragmentToken = (): string | null => {
  const { hash } = useLocation()
  const found = tokenIn(hash)
  const [token, setToken] = useState(found)
  if (found !== null && found !== token) setToken(found)
  useLayoutEffect(() => {
    if (location.hash !== '') window.history.replaceState(window.history.state, '', location.pathname)
  }, [hash])
  return token
}
