// An evening to keep: as a picture that the phone shares, or on paper and as PDF by the browser's own print.

const place = document.getElementById("keep-evening");
if (place) {
  place.hidden = false;
  place.addEventListener("click", async (event) => {
    const how = event.target.closest("[data-keep]")?.dataset.keep;
    if (how === "print") {
      await Promise.allSettled([...document.querySelectorAll("#evening img")].map((image) => image.decode()));
      print();
    } else if (how === "share") (await import("./evening-picture.js")).share(document.getElementById("evening"));
  });
}
