import { useLocation, useNavigation } from "@remix-run/react";
import { type Calculation, calculationFrom } from "./calculation";

/** The choice of the address, or of the one that is being fetched: a second choice made meanwhile builds on the first. */
export function useCalculation(): Calculation {
  const here = useLocation();
  const { location: next } = useNavigation();
  const { search } = next?.pathname === here.pathname ? next : here;
  return calculationFrom(new URLSearchParams(search));
}
