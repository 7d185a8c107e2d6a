import { useEffect, useRef, type ReactNode } from 'react'

const FIELDS = 'input:checked, input:not([type="hidden"], :disabled), select, textarea, button'

/** Focuses its first field once it appears, so that a keyboard or screen reader continues there. */
export const FocusFirst = ({
  className,
  children,
}: {
  className?: string | undefined
  children: ReactNode
}) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const fields = [...(box.current?.querySelectorAll<HTMLElement>(FIELDS) ?? [])]
    const field = fields.find((one) => one.matches(':checked')) ?? fields[0]
    field?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={box} className={className}>
      {children}
    </div>
  )
}
