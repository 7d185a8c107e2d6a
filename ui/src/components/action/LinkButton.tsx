import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '@mui/material'
import { Link } from 'react-router-dom'

type Props = Pick<ButtonProps, 'variant' | 'color' | 'size' | 'sx' | 'className' | 'disabled'> & {
  to: string
  /** Navigation state for the page that opens. */ state?: unknown
  filled?: boolean
  children: ReactNode
}

/** A link with the style of a button; `filled` for the most likely next step of a view. */
export const LinkButton = ({ to, filled = false, children, ...rest }: Props) => (
  <Button component={Link} to={to} {...(filled ? { variant: 'contained', color: 'primary' } : {})} {...rest}>
    {children}
  </Button>
)
