// Pan and zoom of the org chart: drag, wheel, pinch and buttons.
import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";

export interface View {
  x: number;
  y: number;
  zoom: number;
}

const SMALLEST = 0.2;
const LARGEST = 1.6;
const MARGIN = 48;
/** Below this a movement is a click. */
const SLACK = 4;

const clamp = (zoom: number) => Math.min(LARGEST, Math.max(SMALLEST, zoom));

/** The view in which all of a picture is seen, not larger than it is drawn. */
export function fitting(
  picture: { width: number; height: number },
  frame: { width: number; height: number },
): View {
  const zoom = clamp(
    Math.min(1, (frame.width - 2 * MARGIN) / picture.width, (frame.height - 2 * MARGIN) / picture.height),
  );
  return {
    x: (frame.width - picture.width * zoom) / 2,
    y: Math.max(MARGIN, Math.min((frame.height - picture.height * zoom) / 2, frame.height * 0.18)),
    zoom,
  };
}

/** The same point stays under the pointer. */
export function zoomedAt(view: View, x: number, y: number, factor: number): View {
  const zoom = clamp(view.zoom * factor);
  const by = zoom / view.zoom;
  return { zoom, x: x - (x - view.x) * by, y: y - (y - view.y) * by };
}

export function useCanvas(
  frame: RefObject<HTMLDivElement | null>,
  picture: { width: number; height: number },
) {
  const [view, setView] = useState<View>({ x: 0, y: 0, zoom: 1 });
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const moved = useRef(0);
  const { width, height } = picture;

  const showAll = useCallback(() => {
    const box = frame.current?.getBoundingClientRect();
    if (box && width > 0) setView(fitting({ width, height }, box));
  }, [frame, width, height]);

  // The first picture is seen whole; after that it stays where somebody put it.
  const wasFitted = useRef(false);
  useEffect(() => {
    if (wasFitted.current || width === 0) return;
    wasFitted.current = true;
    showAll();
  }, [showAll, width]);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    function onWheel(event: WheelEvent) {
      event.preventDefault();
      const box = element?.getBoundingClientRect();
      if (!box) return;
      if (event.ctrlKey || event.metaKey) {
        const factor = Math.exp(-event.deltaY * 0.01);
        setView((old) => zoomedAt(old, event.clientX - box.left, event.clientY - box.top, factor));
      } else setView((old) => ({ ...old, x: old.x - event.deltaX, y: old.y - event.deltaY }));
    }
    // React listens passively; the page must not scroll or zoom along.
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [frame]);

  const zoomBy = useCallback(
    (factor: number) => {
      const box = frame.current?.getBoundingClientRect();
      if (box) setView((old) => zoomedAt(old, box.width / 2, box.height / 2, factor));
    },
    [frame],
  );

  /** Brings a place of the picture into sight. */
  const reveal = useCallback(
    (x: number, y: number) => {
      const box = frame.current?.getBoundingClientRect();
      if (!box) return;
      setView((old) => {
        const left = x * old.zoom + old.x;
        const top = y * old.zoom + old.y;
        const isSeen =
          left > MARGIN && top > MARGIN && left < box.width - MARGIN && top < box.height - MARGIN;
        return isSeen ? old : { ...old, x: box.width / 2 - x * old.zoom, y: box.height / 2 - y * old.zoom };
      });
    },
    [frame],
  );

  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      moved.current = 0;
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove: (event: PointerEvent) => {
      const last = pointers.current.get(event.pointerId);
      if (!last) return;
      const now = { x: event.clientX, y: event.clientY };
      const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      pointers.current.set(event.pointerId, now);
      moved.current += Math.hypot(now.x - last.x, now.y - last.y);
      if (moved.current > SLACK) frame.current?.setPointerCapture(event.pointerId);
      if (other) {
        const box = frame.current?.getBoundingClientRect();
        const before = Math.hypot(last.x - other.x, last.y - other.y);
        const after = Math.hypot(now.x - other.x, now.y - other.y);
        if (box && before > 0)
          setView((old) => zoomedAt(old, other.x - box.left, other.y - box.top, after / before));
      } else setView((old) => ({ ...old, x: old.x + now.x - last.x, y: old.y + now.y - last.y }));
    },
    onPointerUp: (event: PointerEvent) => pointers.current.delete(event.pointerId),
    onPointerCancel: (event: PointerEvent) => pointers.current.delete(event.pointerId),
    onClickCapture: (event: React.MouseEvent) => {
      // A drag that ends on an agent does not open it.
      if (moved.current > SLACK) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
  };

  return { view, showAll, zoomBy, reveal, handlers };
}
