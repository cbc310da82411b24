/** 7384 → `7,384` */
export function formatSeconds(seconds: number): string {
  return String(seconds).replace(/\B(?=(\d{3})+$)/g, ",");
}
