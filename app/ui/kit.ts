/**
 * What every page has around its screen, and what most screens are made of: one file for the browser.
 *
 * The compiler makes a file of what exactly the same screens import. Without this there would be a hundred of a few hundred bytes,
 * each compressed by itself (decision 0279), so every screen and every part that comes late imports it, whatever it uses of it. What
 * few screens use does not belong here: all of them would load it.
 */
import "~/domain/hidden-characters";
import "~/domain/pricing/cost";
import "~/domain/pricing/sizes";
import "~/domain/reserve/first-missing";
import "~/domain/tasks/own-end";
import "~/domain/tasks/states";
import "~/domain/tasks/tags";
import "~/domain/typed-dollars";
import "~/live/interrupted";
import "~/live/live";
import "~/live/notifications";
import "~/live/task-notices";
import "~/live/use-refetch";
import "./badge";
import "./banner";
import "./check-field";
import "./copy-button";
import "./csv-link";
import "./error-page";
import "./facts";
import "./field-state";
import "./form-popup";
import "./gpu-choice";
import "./labels";
import "./page";
import "./page-meta";
import "./pager";
import "./panel";
import "./popup";
import "./refresh";
import "./refused";
import "./scroll-restoration";
import "./select-field";
import "./shell";
import "./stale";
import "./stat";
import "./status-dot";
import "./table";
import "./tabs";
import "./text-field";
import "./textarea-field";
import "./use-answered-form";
import "./use-kept-answer";
