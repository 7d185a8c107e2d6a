export const todayTexts = {
  title: 'Today',
}
