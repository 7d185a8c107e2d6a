export const calendarTexts = {
  title: 'Calendar',
}
