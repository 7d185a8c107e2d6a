import { useMediaQuery } from '@mui/material'
import { useLocation } from 'react-router-dom'

/** Whether the page is one for phones (`/mobile/…`). */
export const usePhonePage = () => useLocation().pathname.startsWith('/mobile/')

/** Up to this width a table of many columns would have to hide what matters, such as the amount. */
export const NARROW = '(max-width: 940px)'
export const PHONE = '(max-width: 700px)'

/** Whether a list is shown as cards; a table of few columns only on a phone. */
export const useCards = (width: typeof NARROW | typeof PHONE = NARROW) => {
  const narrow = useMediaQuery(width)
  return usePhonePage() || narrow
}
