/** Whether a calendar date (`YYYY-MM-DD`) is before today, by this computer's calendar; false for anything else. */
export function isExpired(date: string, today: Date): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) {
    return false;
  }
  const two = (n: number) => String(n).padStart(2, '0');
  return date < `${today.getFullYear()}-${two(today.getMonth() + 1)}-${two(today.getDate())}`;
}
