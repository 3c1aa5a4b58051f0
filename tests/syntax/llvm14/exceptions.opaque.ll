; The opaque-pointer form of exceptions.ll.
@_ZTIi = external dso_local constant ptr
@_ZTI1A = linkonce_odr dso_local constant { ptr, ptr } { ptr bitcast (ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2) to ptr), ptr null }, align 8
@_ZTVN10__cxxabiv117__class_type_infoE = external dso_local global ptr

declare dso_local i32 @__gxx_personality_v0(...)
declare dso_local i32 @__CxxFrameHandler3(...)
declare void @throws(ptr)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare i32 @llvm.eh.typeid.for(ptr) nounwind readnone

define i32 @catches(ptr %p) personality ptr bitcast (ptr @__gxx_personality_v0 to ptr) {
entry:
  invoke void @throws(ptr %p)
          to label %ok unwind label %pad

ok:                                               ; preds = %entry
  ret i32 0

pad:                                              ; preds = %entry
  %0 = landingpad { ptr, i32 }
          cleanup
          catch ptr bitcast (ptr @_ZTIi to ptr)
          catch ptr bitcast (ptr @_ZTI1A to ptr)
          filter [1 x ptr] [ptr bitcast (ptr @_ZTIi to ptr)]
          catch ptr null
  %1 = extractvalue { ptr, i32 } %0, 0
  %2 = extractvalue { ptr, i32 } %0, 1
  %3 = call i32 @llvm.eh.typeid.for(ptr bitcast (ptr @_ZTIi to ptr)) #0
  %4 = icmp eq i32 %2, %3
  br i1 %4, label %handler, label %rethrow

handler:                                          ; preds = %pad
  %5 = call ptr @__cxa_begin_catch(ptr %1) #0
  %6 = bitcast ptr %5 to ptr
  %7 = load i32, ptr %6, align 4
  call void @__cxa_end_catch()
  ret i32 %7

rethrow:                                          ; preds = %pad
  resume { ptr, i32 } %0
}

define void @funclets(ptr %p) personality ptr @__CxxFrameHandler3 {
entry:
  %obj = alloca i32, align 4
  invoke void @throws(ptr %p)
          to label %exit unwind label %dispatch

dispatch:                                         ; preds = %entry
  %0 = catchswitch within none [label %handler] unwind to caller

handler:                                          ; preds = %dispatch
  %1 = catchpad within %0 [ptr bitcast (ptr @_ZTIi to ptr), i32 0, ptr %obj]
  call void @throws(ptr null) [ "funclet"(token %1) ]
  catchret from %1 to label %exit

exit:                                             ; preds = %handler, %entry
  ret void
}

attributes #0 = { nounwind }
