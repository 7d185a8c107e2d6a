/** Whether a click on a row is on the row itself: on no control in it, and not the end of a selection of text. */
export const isRowClick = ({ target }: { target: EventTarget }): boolean =>
  !(target instanceof Element && target.closest('a, button, input, label') !== null) &&
  (getSelection()?.toString() ?? '') === ''
